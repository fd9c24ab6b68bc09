package dev.reprise.journal;

import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.Explanation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An event about a run as a whole that a person caused. Tested by {@code EventCodecTest}. */
public sealed interface ControlEvent extends RunEvent {

  /** Returns the name of the person. */
  String by();

  /**
   * An operator paused the run, or it paused because an approval expired or a limit of spending was
   * reached.
   *
   * @param by who paused it; {@code approval timeout} or {@code budget} if no person did
   * @param at when its deadlines stop
   * @param waitingFor the code of what people must decide before it continues; empty if a person
   *     paused it
   * @param explanation why it paused; empty if a person paused it
   */
  record Paused(
      String by,
      Optional<String> reason,
      Instant at,
      Optional<String> waitingFor,
      Optional<Explanation> explanation)
      implements ControlEvent {

    /** Creates the pause by a person. */
    public Paused(String by, Optional<String> reason, Instant at) {
      this(by, reason, at, Optional.empty(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Paused(by, mapper.remark(reason), at, waitingFor, explanation);
    }
  }

  /**
   * A person imported the run with its record, from another server or an earlier time. It is
   * paused, and continues on that person's behalf.
   *
   * @param submitterRole the highest role of that person; empty if none is known
   */
  record Imported(String by, Instant at, Optional<Role> submitterRole) implements ControlEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * A person resumed a run that was paused, that waited for a server with the tools and the agent
   * it pins, or that repeated itself.
   *
   * @param at when the deadlines of a paused run count again
   * @param approvedUsd what the model call that the run paused for may be expected to cost, in US
   *     dollars, because the person approved it; empty if the person approved none
   */
  record Resumed(String by, Optional<String> reason, Instant at, Optional<BigDecimal> approvedUsd)
      implements ControlEvent {
    public Resumed(String by, Optional<String> reason, Instant at) {
      this(by, reason, at, Optional.empty());
    }

    /** Returns the event of a person who approved the model call that the run paused for. */
    public Resumed approving(BigDecimal usd) {
      return new Resumed(by, reason, at, Optional.of(usd));
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Resumed(by, mapper.remark(reason), at, approvedUsd);
    }
  }

  /**
   * A person set what the run and its child runs may spend: with the submission, or later to let
   * the run continue.
   *
   * @param budget the limits that were set; those that it does not name stay as they were
   */
  record BudgetSet(String by, Budget budget) implements ControlEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * A person marked the run with labels, with the submission.
   *
   * @param labels the value of each label's name
   */
  record Labelled(String by, Map<String, String> labels) implements ControlEvent {
    public Labelled {
      labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The run is attributed to people besides the one who submits it: who wrote or triggered its
   * schedule, or the parties of the run for which it works. They are parties of it too.
   *
   * @param by who submits the run
   */
  record Attributed(String by, List<String> people) implements ControlEvent {
    public Attributed {
      people = List.copyOf(people);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * A person had a failed run continue from the step that failed, with fresh limits.
   *
   * @param reason as the person gave it, if any
   */
  record Retried(String by, Instant at, Optional<String> reason) implements ControlEvent {
    public Retried(String by, Instant at) {
      this(by, at, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Retried(by, at, mapper.remark(reason));
    }
  }

  /**
   * A person had the run continue with other tools, or another version of its agent, than before.
   *
   * @param tools the tools that it pins from now on
   * @param agentVersion the version of its agent that it pins from now on, if that changed
   * @param accepted the differences, in words
   */
  record Migrated(
      String by,
      Instant at,
      String reason,
      List<PinnedTool> tools,
      Optional<Version> agentVersion,
      List<String> accepted)
      implements ControlEvent {

    public Migrated {
      tools = List.copyOf(tools);
      accepted = List.copyOf(accepted);
    }

    /** The content hashes of two versions. */
    public record Version(String from, String to) {}

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Migrated(
          by,
          at,
          mapper.remark(reason),
          tools,
          agentVersion,
          accepted.stream().map(mapper::remark).toList());
    }
  }

  /** A person cancelled the run. */
  record Cancelled(String by, String reason) implements ControlEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Cancelled(by, mapper.remark(reason));
    }
  }
}
