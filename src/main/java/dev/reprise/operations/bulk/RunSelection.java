package dev.reprise.operations.bulk;

import dev.reprise.history.InputSearch;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Selects the runs that a filter means. */
@ApplicationScoped
public class RunSelection {

  /** The largest number of runs of an operation. */
  public static final int MAX_RUNS = 20_000;

  private static final int PAGE = 1000;

  /** How many pages are searched for a text, each of 2,000 inputs and 16 Mi characters at most. */
  private static final int MAX_SEARCHES = 20;

  private final Runs runs;
  private final InputSearch search;

  @Inject
  public RunSelection(Runs runs, InputSearch search) {
    this.runs = runs;
    this.search = search;
  }

  /**
   * Returns the runs of a tenant in the order of the filter.
   *
   * @param text what their inputs must contain
   * @return empty if there are more than {@value #MAX_RUNS}, or more than 40,000 inputs or 320 Mi
   *     characters to search
   */
  public Optional<List<Run>> of(String tenant, Runs.Filter filter, Optional<String> text) {
    return text.isPresent() ? searched(tenant, filter, text.get()) : listed(tenant, filter);
  }

  private Optional<List<Run>> listed(String tenant, Runs.Filter filter) {
    List<Run> selected = new ArrayList<>();
    List<Run> page;
    do {
      page = runs.list(tenant, filter.after(place(filter, selected)), PAGE);
      selected.addAll(page);
    } while (page.size() == PAGE && selected.size() <= MAX_RUNS);
    return selected.size() > MAX_RUNS ? Optional.empty() : Optional.of(selected);
  }

  private static Optional<Runs.Place> place(Runs.Filter filter, List<Run> selected) {
    return selected.isEmpty()
        ? Optional.empty()
        : Optional.of(filter.order().place(selected.getLast()));
  }

  private Optional<List<Run>> searched(String tenant, Runs.Filter filter, String text) {
    List<Run> selected = new ArrayList<>();
    Optional<Runs.Place> after = Optional.empty();
    for (int searches = 0; searches < MAX_SEARCHES; searches++) {
      InputSearch.Found found = search.find(tenant, filter.after(after), text, MAX_RUNS);
      selected.addAll(found.runs());
      if (found.last().isEmpty()) {
        return Optional.of(selected);
      }
      after = found.last().map(filter.order()::place);
    }
    return Optional.empty();
  }
}
