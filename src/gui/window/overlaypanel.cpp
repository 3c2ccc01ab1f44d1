// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/overlaypanel.h"

#include "core/matrix.h"
#include "core/projection/axisalignment.h"
#include "gui/display/colouring.h"
#include "gui/display/columncolours.h"
#include "gui/display/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/axismenu.h"
#include "gui/window/panelnames.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

namespace {

constexpr int sliderSteps = 100;
/// Maximum number of lines between pairs; more would merge into a grey area.
constexpr std::size_t maxWays = 300;
constexpr qsizetype longestInOverlay = 40; ///< maximum length of an item's name in the overlay, in characters

QColor spaceColour(Side side)
{
    const std::vector<QColor> palette = categoricalPalette(8);
    // Blue and orange, which colour-blind users can distinguish.
    return side == Side::x ? palette[1] : palette[4];
}

/// Describes how reliable the plot is. `other`: quality of the kind that is not shown (components or neighbour map).
QString qualityText(const PairQuality &shown, const std::optional<PairQuality> &other, bool isMap)
{
    const auto share = [](double value) { return QLocale().toString(value, 'f', 2); };
    const QString name = isMap ? OverlayPanel::tr("components") : OverlayPanel::tr("neighbour map");
    QString text = OverlayPanel::tr("Trustworthiness %1").arg(share(shown.trustworthiness()));
    if (other)
        text += OverlayPanel::tr(" (%1: %2)").arg(name, share(other->trustworthiness()));
    if (shown.nearerItems) {
        text += OverlayPanel::tr(" · For the median item %1 others are nearer than its partner")
                    .arg(countText(static_cast<Index>(*shown.nearerItems)));
        if (other && other->nearerItems)
            text += OverlayPanel::tr(" (%1: %2)").arg(name, countText(static_cast<Index>(*other->nearerItems)));
    }
    return text;
}

} // namespace

OverlayPanel::OverlayPanel(Workspace &workspace, Selection &selection, ProjectionController &projections,
                           MapController &maps, Runner &drawing, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_projections(projections), m_maps(maps),
      m_view(new ScatterView(drawing)), m_slider(new QSlider(Qt::Horizontal)), m_onlyX(new QToolButton),
      m_both(new QToolButton), m_onlyY(new QToolButton), m_blink(new QToolButton), m_neighbours(new QToolButton),
      m_colour(new QComboBox), m_share(new QSpinBox), m_select(new QPushButton), m_note(new QLabel),
      m_trust(new QLabel), m_controls(new QWidget)
{
    m_view->setObjectName("overlay");
    m_view->setTitle(tr("X and Y"));
    m_view->chart()->setLegendInside();
    buildBar();
    connectView();
    const auto later = [this] {
        m_stale = true;
        if (isVisible())
            refresh();
    };
    connect(&projections, &ProjectionController::projectionsChanged, this, [later](bool relative) {
        if (relative)
            later();
    });
    connect(&maps, &MapController::changed, this, [this] {
        if (isVisible() && m_maps.isRequested())
            refresh();
        showMapQuality();
    });
    connect(&workspace, &Workspace::mistakesChanged, this, later);
    connect(&workspace, &Workspace::dataChanged, this, [this] { m_colourChosen = false; });
    connect(&workspace, &Workspace::setupChanged, this, later);
    connect(&workspace, &Workspace::viewChanged, this, later);
    connect(&selection, &Selection::hiddenChanged, this, later);
    connect(&selection, &Selection::selectionChanged, this, &OverlayPanel::showSelection);
    connect(&selection, &Selection::hoverChanged, this, &OverlayPanel::showSelection);
    connect(&selection, &Selection::revealed, this,
            [this] { m_view->frame(rowsOf(Side::x, m_selection.selected(Side::x))); });
}

void OverlayPanel::nameControls()
{
    m_slider->setObjectName("morph");
    m_slider->setRange(0, sliderSteps);
    m_slider->setAccessibleName(tr("From X to Y"));
    m_slider->setToolTip(tr("Moves every item from its place in X to the place of its partner in Y"));
    const auto configure = [](QToolButton *button, const char *object, const QString &text, const QString &tip) {
        button->setObjectName(object);
        button->setText(text);
        button->setToolTip(tip);
        button->setCheckable(true);
    };
    configure(m_onlyX, "onlyX", tr("&X"), tr("Every item at its place in X"));
    configure(m_both, "both", tr("&Both"), tr("Both spaces superimposed"));
    configure(m_onlyY, "onlyY", tr("&Y"), tr("Every item at the place of its partner in Y"));
    m_both->setChecked(true);
    configure(m_neighbours, "overlayNeighbours", tr("&Neighbours"),
              tr("A map of both spaces that keeps neighbours together, instead of the components; it needs a run"));
    configure(m_blink, "blink", tr("Blin&k"), tr("Alternate between X and Y: misaligned items appear to jump (V)"));
    m_blink->setCheckable(false);
    m_colour->setObjectName("overlayColour");
    for (const QString &name :
         {tr("Colour: space"), tr("Colour: label"), tr("Colour: distance travelled"), tr("Colour: matched correctly")})
        m_colour->addItem(name);
    m_colour->setAccessibleName(tr("Meaning of the colours"));
    m_share->setObjectName("farthestShare");
    m_share->setRange(1, 50);
    m_share->setValue(5);
    m_share->setSuffix(tr("%"));
    m_share->setAccessibleName(tr("Share of the pairs"));
    m_select->setObjectName("selectFarthest");
    m_select->setText(tr("&Select the farthest"));
    m_select->setToolTip(tr("The pairs whose items are farthest apart in the joint space, in all its components"));
    m_note->setObjectName("overlayNote");
    plainText(m_note);
    m_trust->setObjectName("overlayTrust");
    m_trust->setToolTip(
        tr("Trustworthiness: whether neighbours in the plot are neighbours in the space; 1 if all are"));
    m_trust->setWordWrap(true);
    plainText(m_trust);
}

void OverlayPanel::buildBar()
{
    nameControls();
    auto *controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_onlyX, m_both, m_onlyY, m_slider, m_blink, m_select, m_share, m_note})
        controls->addWidget(widget);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(8, 2, 8, 4);
    foot->setSpacing(12);
    foot->addWidget(m_controls);
    foot->addWidget(m_trust, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addLayout(foot);
    connectBar();
}

void OverlayPanel::connectBar()
{
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_both->setChecked(false);
        showPlaces();
    });
    connect(m_both, &QToolButton::toggled, this, [this] {
        showNames();
        showPlaces();
    });
    for (const auto &[button, place] : {std::pair(m_onlyX, 0), std::pair(m_onlyY, sliderSteps)}) {
        connect(button, &QToolButton::clicked, this, [this, to = place] {
            m_both->setChecked(false);
            m_slider->setValue(to);
            showPlaces();
        });
    }
    connect(m_blink, &QToolButton::clicked, this, &OverlayPanel::blink);
    connect(m_neighbours, &QToolButton::clicked, this,
            [this](bool on) { chooseFrame(on ? OverlayFrame::Neighbours : OverlayFrame::Components); });
    connect(m_colour, &QComboBox::activated, this, [this] {
        m_colourChosen = true;
        showColours();
        drawPairLines();
    });
    const auto updateDistanceControls = [this] {
        for (QWidget *each : std::initializer_list<QWidget *>{m_select, m_share, m_note})
            each->setVisible(colouring() == Colour::Distance);
    };
    connect(m_colour, &QComboBox::currentIndexChanged, this, updateDistanceControls);
    updateDistanceControls();
    connect(m_select, &QPushButton::clicked, this, &OverlayPanel::selectFarthest);
    connect(m_share, &QSpinBox::valueChanged, this, &OverlayPanel::showNote);
}

void OverlayPanel::connectView()
{
    connect(m_view, &ScatterView::hovered, this, [this](int row, QPoint position) {
        const Selection::Hover pair = pairAt(row);
        m_selection.setHover(pair.side, pair.item);
        Q_EMIT hovered(position);
    });
    connect(m_view, &ScatterView::clicked, this, [this](int row, Qt::KeyboardModifiers modifiers) {
        const Selection::Hover pair = pairAt(row);
        if (pair.item == noItem)
            return;
        m_selection.setFocus(pair.side, pair.item);
        m_selection.select(pair.side, {pair.item}, Selection::modeOf(modifiers));
    });
    connect(m_view, &ScatterView::areaSelected, this,
            [this](const std::vector<int> &rows, Qt::KeyboardModifiers modifiers) {
                std::vector<ItemIndex> items;
                for (const int row : rows)
                    items.push_back(m_items[static_cast<std::size_t>(row) % m_items.size()]);
                m_selection.select(Side::x, std::move(items), Selection::modeOf(modifiers));
            });
}

std::vector<QWidget *> OverlayPanel::tools()
{
    return {m_neighbours, m_colour};
}

void OverlayPanel::chooseFrame(OverlayFrame frame)
{
    m_workspace.changeView(tr("Frame of the overlay"), [frame](ViewState &view) { view.overlayFrame = frame; });
    showFrame(); // sets the state of the button again, because the click has toggled it
}

bool OverlayPanel::showsMap() const
{
    const JointMap *map = m_maps.isRequested() ? m_maps.map() : nullptr;
    return map && m_workspace.hasData() && map->x.rows() == m_workspace.data()->size(Side::x) &&
           map->y.rows() == m_workspace.data()->size(Side::y);
}

double OverlayPanel::share() const
{
    return static_cast<double>(m_slider->value()) / sliderSteps;
}

bool OverlayPanel::showsBoth() const
{
    return m_both->isChecked();
}

void OverlayPanel::blink()
{
    const int other = !showsBoth() && share() < 0.5 ? sliderSteps : 0;
    m_both->setChecked(false);
    m_slider->setValue(other);
}

void OverlayPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_maps.setActive(true);
    if (m_stale)
        refresh();
}

void OverlayPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_maps.setActive(false);
}

void OverlayPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showColours();
}

void OverlayPanel::refresh()
{
    m_stale = false;
    const PanelPlot &x = m_projections.plot(Panel::RelativeX), &y = m_projections.plot(Panel::RelativeY);
    m_items.clear();
    m_partners.clear();
    if (!m_workspace.hasData() || !x.coordinates || !y.coordinates) {
        m_view->clear(x.message);
        showNote();
        showFrame();
        return;
    }
    const bool byLabel = m_presented && !m_workspace.data()->items(Side::x).labels.empty();
    if (!m_colourChosen)
        m_colour->setCurrentIndex(static_cast<int>(byLabel                  ? Colour::Label
                                                   : m_workspace.mistakes() ? Colour::Found
                                                                            : Colour::Space));
    collectPairs();
    const bool other = std::exchange(m_mapShown, showsMap()) != showsMap();
    // The neighbour map has spread out while it was computed, so the view must be fitted again.
    const bool grew = std::exchange(m_growing, m_maps.running()) || m_growing;
    showPlaces(other || (showsMap() && grew), other);
    showTitle();
    showFrame();
    showNames();
    showMarks();
    showNote();
}

void OverlayPanel::showTitle()
{
    const auto name = [this](Side side) {
        return shownName(QString::fromStdString(m_workspace.data()->set(side).name), longestInOverlay);
    };
    m_view->setTitle(
        tr("%1 (X) and %2 (Y)").arg(name(Side::x), name(Side::y)),
        (showsMap() ? tr("neighbour map of %1 pairs") : tr("components of %1 pairs")).arg(countText(pairs())));
}

void OverlayPanel::collectPairs()
{
    const PanelPlot &x = m_projections.plot(Panel::RelativeX), &y = m_projections.plot(Panel::RelativeY);
    std::vector<ItemIndex> partnerOfX;
    for (ItemIndex item = 0; item < static_cast<ItemIndex>(x.coordinates->rows()); ++item) {
        partnerOfX.push_back(m_workspace.partner(Side::x, item));
        if (partnerOfX.back() == noItem || partnerOfX.back() >= y.coordinates->rows() ||
            m_selection.isHidden(Side::x, item) || m_selection.isHidden(Side::y, partnerOfX.back()))
            continue;
        m_items.push_back(item);
        m_partners.push_back(partnerOfX.back());
    }
    const Vector all = distancesToPartners(*x.coordinates, *y.coordinates, partnerOfX);
    const Matrix allX = along(x, m_workspace.view().axesOf(Panel::RelativeX));
    const Matrix allY = along(y, m_workspace.view().axesOf(Panel::RelativeY));
    const JointMap *map = showsMap() ? m_maps.map() : nullptr;
    m_x = (map ? map->x : allX)(m_items, allIndices);
    m_y = (map ? map->y : allY)(m_partners, allIndices);
    m_distances = all(m_items);
}

void OverlayPanel::showPlaces(bool refit, bool animate)
{
    m_onlyX->setChecked(!showsBoth() && m_slider->value() == 0);
    m_onlyY->setChecked(!showsBoth() && m_slider->value() == sliderSteps);
    if (m_items.empty())
        return m_view->clear(m_selection.hiddenCount(Side::x) > 0
                                 ? tr("No pairs are visible.")
                                 : tr("No partners are known: add seed pairs, or start a run."));
    auto places = std::make_shared<Matrix>(2 * m_x.rows(), 2);
    *places << m_x, m_y;
    m_view->setReach(boundsOf(*places));
    if (!showsBoth()) {
        const auto t = static_cast<float>(share());
        places = std::make_shared<Matrix>((1 - t) * m_x + t * m_y);
    }
    const PanelPlot &plot = m_projections.plot(Panel::RelativeX);
    const Axes axes = shownAxes(plot, m_workspace.view().axesOf(Panel::RelativeX));
    m_view->setAxesShown(!showsMap());
    if (showsMap())
        m_view->setAxisTitles({}, {});
    else
        m_view->setAxisTitles(componentName(plot, axes.horizontal), componentName(plot, axes.vertical));
    const bool others = std::exchange(m_of, m_workspace.originalData().get()) != m_workspace.originalData().get();
    m_view->setPoints(std::move(places), others || refit ? ScatterView::Frame::Fit : ScatterView::Frame::Keep, animate);
    showColours();
    showMarks();
    showSelection();
}

void OverlayPanel::showColours()
{
    if (m_items.empty())
        return;
    auto shown = std::make_shared<PointColours>(*colours());
    addSeedEntry(shown->legend, m_workspace);
    m_view->setColours(std::move(shown));
}

OverlayPanel::Colour OverlayPanel::colouring() const
{
    return static_cast<Colour>(m_colour->currentIndex());
}

std::shared_ptr<const PointColours> OverlayPanel::coloursBySpace() const
{
    auto result = std::make_shared<PointColours>();
    const std::size_t pairs = m_items.size(), rows = showsBoth() ? 2 * pairs : pairs;
    result->palette = {spaceColour(Side::x), spaceColour(Side::y)};
    result->legend = {{tr("X"), spaceColour(Side::x)}, {tr("Y"), spaceColour(Side::y)}};
    if (!showsBoth())
        result->palette.front() = mixedColour(spaceColour(Side::x), spaceColour(Side::y), share());
    for (std::size_t row = 0; row < rows; ++row)
        result->classOfPoint.push_back(row < pairs ? 0 : 1);
    return result;
}

std::vector<ItemIndex> OverlayPanel::wrongItems() const
{
    const auto ofX = coloursOf(m_workspace, Side::x, ColourBy::Found);
    std::vector<ItemIndex> wrong;
    for (const ItemIndex item : m_workspace.mistakes() ? m_items : std::vector<ItemIndex>()) {
        const auto at = static_cast<std::size_t>(item);
        if (at < ofX->classOfPoint.size() && ofX->classOfPoint[at] == 1)
            wrong.push_back(item);
    }
    return wrong;
}

/// Wrong matches are on top; points of X are lighter than those of Y.
std::shared_ptr<const PointColours> OverlayPanel::coloursByFound() const
{
    auto result = std::make_shared<PointColours>(*coloursOf(m_workspace, Side::x, ColourBy::Found));
    if (result->palette.size() < 2)
        return result; // without known matches, the legend contains advice
    const std::size_t pairs = m_items.size(), rows = showsBoth() ? 2 * pairs : pairs;
    std::vector<std::uint16_t> classes;
    for (std::size_t row = 0; row < rows; ++row) {
        const bool wrong = result->classOfPoint[static_cast<std::size_t>(m_items[row % pairs])] == 1;
        classes.push_back(!wrong ? 0 : row < pairs ? 1 : 2);
    }
    result->classOfPoint = std::move(classes);
    result->palette.push_back(result->palette[1]);
    if (showsBoth()) {
        result->palette[1] = mixedColour(result->palette[2], plotBackground(), 0.45);
        result->legend.push_back({tr("the same items in X"), result->palette[1], 0});
    }
    return result;
}

std::shared_ptr<const PointColours> OverlayPanel::colours() const
{
    if (colouring() == Colour::Space)
        return coloursBySpace();
    if (colouring() == Colour::Found)
        return coloursByFound();
    const bool byPair = colouring() == Colour::Distance;
    auto result = byPair ? std::make_shared<PointColours>(*coloursByDistance(m_distances))
                         : std::make_shared<PointColours>(
                               *coloursByLabel(m_workspace.data()->items(Side::x), m_workspace.view().appearance()));
    const std::size_t pairs = m_items.size(), rows = showsBoth() ? 2 * pairs : pairs;
    if (!byPair && showsBoth() && !wrongItems().empty())
        result->legend.push_back({tr("matched incorrectly"), wrongColour()});
    std::vector<std::uint16_t> classes;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t of = byPair ? row % pairs : static_cast<std::size_t>(m_items[row % pairs]);
        classes.push_back(of < result->classOfPoint.size() ? result->classOfPoint[of] : 0xffff);
    }
    result->classOfPoint = std::move(classes);
    return result;
}

void OverlayPanel::showNames()
{
    const bool named = m_workspace.view().names && !m_items.empty();
    const bool ofClasses = named && m_presented && colouring() == Colour::Label;
    m_view->setClasses(ofClasses ? classNames() : std::vector<ClassName>());
    if (!named || ofClasses)
        return m_view->setNames(nullptr);
    auto names = std::make_shared<PointNames>();
    names->name = [this](int row) {
        const Selection::Hover item = pairAt(row);
        return shownName(itemName(*m_workspace.data(), item.side, item.item), longestInOverlay);
    };
    names->length = [name = names->name](int row) { return static_cast<int>(name(row).size()); };
    const ItemTable &items = m_workspace.data()->items(Side::x);
    if (!items.thumbnails.empty())
        names->image = [this](int row) {
            const Selection::Hover item = pairAt(row);
            return thumbnail(m_workspace.data()->items(item.side), item.item);
        };
    // Free space gets names only if both spaces are visible: while points move, changing names would distract.
    names->everywhere = showsBoth() && (items.hasIds() || names->image);
    m_view->setNames(std::move(names));
}

/// Names of the classes at the centres of their items in X.
std::vector<ClassName> OverlayPanel::classNames() const
{
    const ItemTable &items = m_workspace.data()->items(Side::x);
    std::vector<std::int32_t> labels;
    std::ranges::transform(m_items, std::back_inserter(labels),
                           [&](ItemIndex item) { return items.labels[static_cast<std::size_t>(item)]; });
    return namesAt(items.labelNames, classCentres(m_x, labels, static_cast<Index>(items.labelNames.size())));
}

void OverlayPanel::showMarks()
{
    std::vector<Mark> marks;
    if (!m_items.empty()) {
        for (const Mark &mark : marksOf(m_workspace, Side::x, false)) {
            for (const int row : rowsOf(Side::x, {mark.point}))
                marks.push_back({row, mark.kind, static_cast<std::size_t>(row) < m_items.size() ? mark.number : 0});
        }
    }
    m_view->setMarks(std::move(marks));
}

Selection::Hover OverlayPanel::pairAt(int row) const
{
    if (row < 0 || m_items.empty())
        return {};
    const std::size_t pair = static_cast<std::size_t>(row) % m_items.size();
    const bool ofY = static_cast<std::size_t>(row) >= m_items.size();
    return {ofY ? Side::y : Side::x, ofY ? m_partners[pair] : m_items[pair], noItem};
}

std::vector<int> OverlayPanel::rowsOf(Side side, const std::vector<ItemIndex> &items) const
{
    std::vector<int> rows;
    const std::vector<ItemIndex> &mine = side == Side::x ? m_items : m_partners;
    const bool ascending = side == Side::x; // the items of X are sorted, but not their partners in Y
    for (const ItemIndex item : items) {
        const auto found =
            ascending ? std::lower_bound(mine.begin(), mine.end(), item) : std::find(mine.begin(), mine.end(), item);
        if (found == mine.end() || *found != item)
            continue;
        const auto pair = static_cast<int>(found - mine.begin());
        rows.push_back(pair);
        if (showsBoth())
            rows.push_back(pair + static_cast<int>(m_items.size()));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void OverlayPanel::showSelection()
{
    if (!isVisible() || m_items.empty())
        return;
    m_view->setSelected(rowsOf(Side::x, m_selection.selected(Side::x)));
    const ItemIndex highlighted = m_selection.highlighted(Side::x);
    m_view->setHighlighted(highlighted == noItem ? std::vector<int>() : rowsOf(Side::x, {highlighted}));
    drawPairLines();
}

/// Draws lines from X to Y for the selected pairs; without a selection, for wrong matches.
void OverlayPanel::drawPairLines()
{
    std::vector<QPolygonF> ways;
    const std::vector<ItemIndex> &selected = m_selection.selected(Side::x);
    const bool ofWrong = selected.empty() && (colouring() == Colour::Found || colouring() == Colour::Label);
    for (const ItemIndex item : ofWrong ? wrongItems() : selected) {
        const auto found = std::lower_bound(m_items.begin(), m_items.end(), item);
        if (!showsBoth() || ways.size() == maxWays || found == m_items.end() || *found != item)
            continue;
        const Index pair = found - m_items.begin();
        ways.push_back({QPointF(m_x(pair, 0), m_x(pair, 1)), QPointF(m_y(pair, 0), m_y(pair, 1))});
    }
    constexpr std::size_t fewWays = 12; // maximum number of lines with marked ends, which hide the colours of points
    const QColor thin = ofWrong ? wrongColour() : ways.size() > fewWays ? accent() : QColor();
    m_view->setTrajectories(std::move(ways), thin);
}

void OverlayPanel::showFrame()
{
    const bool aligned = m_workspace.hasData() && m_workspace.knownAnchors().optimized();
    m_neighbours->setEnabled(aligned);
    m_neighbours->setChecked(aligned && m_maps.isRequested());
    showMapQuality();
}

void OverlayPanel::showMapQuality()
{
    const OverlayQuality &quality = m_maps.quality();
    const auto &shown = showsMap() ? quality.map : quality.components;
    m_trust->setFont(smallFont());
    if (const QString state = m_maps.stateText(); !state.isEmpty())
        m_trust->setText(state);
    else if (m_presented)
        m_trust->setText(
            tr("Each item is shown twice, once from X and once from Y. Where the spaces agree, both are at the "
               "same place."));
    else if (!shown)
        m_trust->clear();
    else
        m_trust->setText(qualityText(*shown, showsMap() ? quality.components : quality.map, showsMap()));
}

void OverlayPanel::showNote()
{
    const std::vector<ItemIndex> far = farthestRows(m_distances, m_share->value() / 100.0);
    m_select->setEnabled(!m_items.empty());
    if (m_items.empty())
        return m_note->clear();
    const float nearest = m_distances(far).minCoeff();
    m_note->setText(
        tr("%1 of %2 pairs, at a distance of %3 or more")
            .arg(countText(static_cast<Index>(far.size())), countText(pairs()), QLocale().toString(nearest, 'g', 3)));
}

void OverlayPanel::selectFarthest()
{
    m_selection.select(Side::x, elementsAt(m_items, farthestRows(m_distances, m_share->value() / 100.0)));
}

} // namespace anchorscope::gui
