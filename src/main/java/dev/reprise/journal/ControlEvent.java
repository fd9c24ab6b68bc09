package dev.reprise.journal;

import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An event about a run as a whole that a person caused. */
public sealed interface ControlEvent extends RunEvent {

  /** Returns the name of the person. */
  String by();

  /**
   * An operator stopped the run for now.
   *
   * @param at from when on its deadlines rest; empty where they do not, as before pauses had a time
   */
  record Paused(String by, Optional<String> reason, Optional<Instant> at) implements ControlEvent {
    public Paused(String by, Optional<String> reason, Instant at) {
      this(by, reason, Optional.of(at));
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Paused(by, mapper.remark(reason), at);
    }
  }

  /**
   * Someone brought the run here, with its record, from another place or time; it is paused, and
   * goes on for that person.
   *
   * @param submitterRole the highest role of that person; empty if none is known, and for an import
   *     that is older than this
   */
  record Imported(String by, Instant at, Optional<Role> submitterRole) implements ControlEvent {
    public Imported(String by, Instant at) {
      this(by, at, Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * Someone had a run go on that was paused, that waited for a server with what it keeps, or that
   * went round in circles.
   *
   * @param at from when on the deadlines of a paused run count again
   */
  record Resumed(String by, Optional<String> reason, Optional<Instant> at) implements ControlEvent {
    public Resumed(String by, Optional<String> reason, Instant at) {
      this(by, reason, Optional.of(at));
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Resumed(by, mapper.remark(reason), at);
    }
  }

  /**
   * Someone had a run that had failed go on from the step that failed, with fresh limits.
   *
   * @param reason in that person's words, if there were any
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
   * Someone had the run go on with tools, or a version of its agent, that it did not begin with.
   *
   * @param tools what it keeps of the tools from now on
   * @param agentVersion what it keeps of its agent from now on, if that changed
   * @param accepted what was different, in words
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

  /** Someone ended the run. */
  record Cancelled(String by, String reason) implements ControlEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Cancelled(by, mapper.remark(reason));
    }
  }
}
