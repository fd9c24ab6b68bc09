package dev.reprise.run.approval;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * For whom a run works, and everyone who determined what it does: who submitted, forked, imported,
 * steered, retried or migrated it, changed the arguments of a call, or wrote or triggered its
 * schedule; in a child run or a fork also the parties of its parent. Where another person must
 * approve, no party counts.
 *
 * @param submitter the person for whom the run works; empty if the role is unknown
 * @param names of people, API keys and schedules, in the order in which they came
 */
public record Parties(Optional<Submitter> submitter, List<String> names) {

  /** Of a run that was not submitted. */
  public static final Parties NONE = new Parties(Optional.empty(), List.of());

  public Parties {
    names = List.copyOf(names);
  }

  /** Returns the parties after the run began to work for another person. */
  public Parties workingFor(String name, Optional<Submitter> next) {
    return new Parties(next, names).with(name);
  }

  /** Returns the parties with one more, unless this person is one. */
  public Parties with(String name) {
    return includes(name)
        ? this
        : new Parties(submitter, Stream.concat(names.stream(), Stream.of(name)).toList());
  }

  /** Returns the parties with more of them. */
  public Parties with(Collection<String> more) {
    Parties all = this;
    for (String name : more) {
      all = all.with(name);
    }
    return all;
  }

  /** Returns whether this is the name of a party. */
  public boolean includes(String name) {
    var person = new Person(name);
    return names.stream().anyMatch(person::is);
  }
}
