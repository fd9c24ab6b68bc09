package dev.reprise.history;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.platform.Json;
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunLists;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.ReplayedRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds runs by a text of their input. Inputs are in the records only, which may be encrypted; so
 * the search reads the inputs of one run after another, in the order of the list, and a page ends
 * after {@value #MAX_EXAMINED} runs, or {@value #MAX_CHARACTERS} characters of their inputs, even
 * if few of them match.
 */
@ApplicationScoped
public class InputSearch {

  /** What one request reads; the next page continues. */
  static final int MAX_EXAMINED = 2000;

  static final long MAX_CHARACTERS = 16 * 1024 * 1024;

  private static final int AT_ONCE = 200;

  private final RunLists lists;
  private final Journal journal;
  private final RecordReads reads;

  @Inject
  public InputSearch(RunLists lists, Journal journal, RecordReads reads) {
    this.lists = lists;
    this.journal = journal;
    this.reads = reads;
  }

  /**
   * A page of runs.
   *
   * @param last the last run that was examined, after which the next page begins; empty if there is
   *     no other run
   */
  public record Found(List<Run> runs, Optional<Run> last) {
    public Found {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Returns the next runs of a list whose input contains a text, in upper or lower case. A fork has
   * the input of its parent. A run is left out if its record is broken, or in the memory of another
   * server.
   *
   * @throws RecordReads.TooManyReadsException if too many records are being read
   */
  public Found find(String tenant, Runs.Filter filter, String text, int limit) {
    return reads.of(tenant, () -> search(tenant, filter, text, limit));
  }

  private Found search(String tenant, Runs.Filter filter, String text, int limit) {
    var wanted = new Wanted(text.toLowerCase(Locale.ROOT));
    List<Run> found = new ArrayList<>();
    Optional<Run> last = Optional.empty();
    for (int examined = 0; examined < MAX_EXAMINED; ) {
      Optional<Runs.Place> after = last.map(filter.order()::place).or(filter::after);
      List<Run> page = lists.page(tenant, filter.after(after), AT_ONCE);
      for (Run run : page) {
        if (found.size() == limit || wanted.characters > MAX_CHARACTERS) {
          return new Found(found, last);
        }
        if (contains(run.id(), wanted)) {
          found.add(run);
        }
        last = Optional.of(run);
      }
      if (page.size() < AT_ONCE) {
        return new Found(found, Optional.empty());
      }
      examined += page.size();
    }
    return new Found(found, last);
  }

  /** What is looked for, and how much was looked at. */
  private static final class Wanted {

    private final String text;
    private long characters;

    private Wanted(String text) {
      this.text = text;
    }
  }

  private boolean contains(UUID run, Wanted wanted) {
    try {
      Optional<String> input = input(run);
      wanted.characters += input.map(String::length).orElse(0);
      return input.filter(it -> JsonText.contains(Json.read(it), wanted.text)).isPresent();
    } catch (BrokenRecordException e) {
      return false; // the view of the run says that its record is broken
    }
  }

  private Optional<String> input(UUID run) {
    UUID at = run;
    for (int generation = 0; generation <= ReplayedRun.MAX_GENERATIONS; generation++) {
      List<RecordedEvent> first = journal.read(at, Position.START, 1);
      if (first.isEmpty()) {
        return Optional.empty();
      }
      switch (first.getFirst().event()) {
        case LifecycleEvent.Forked forked -> at = forked.parent();
        case LifecycleEvent.Submitted submitted -> {
          return Optional.of(submitted.input().text());
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
