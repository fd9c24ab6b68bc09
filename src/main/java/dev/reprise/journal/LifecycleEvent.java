package dev.reprise.journal;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Explanation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An event about a run as a whole. Tested by {@code EventCodecTest}. */
public sealed interface LifecycleEvent extends RunEvent {

  /**
   * A client submitted the run.
   *
   * @param agent the agent's name
   * @param agentVersion the content hash of the definition that the run pins until its end
   * @param workspace the name of the directory tree given to the run
   * @param tools the tools that some phase grants, as the accepting server declared them
   * @param delegation the call of a parent run that this child run works for, if any
   * @param submitterRole the highest role of that person; empty if none is known
   */
  record Submitted(
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy,
      List<PinnedTool> tools,
      Optional<Delegation> delegation,
      Optional<Role> submitterRole)
      implements LifecycleEvent {

    public Submitted {
      tools = List.copyOf(tools);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Submitted(
          agent,
          agentVersion,
          mapper.input(input),
          workspace,
          submittedBy,
          tools,
          delegation,
          submitterRole);
    }
  }

  /**
   * A person forked the run from an event of another run. The other run's events up to there are
   * the past of both runs; only the other run's journal has them. The event is flat, as it is
   * stored.
   *
   * @param parent the other run
   * @param sequence the place of the event in the parent's journal
   * @param hash of that event, hexadecimal
   * @param calls calls of the reply that was active there, if the parent has started them or may
   *     still start them: they stay calls of the run that the parent has them from, and keep their
   *     idempotency keys
   * @param reason as the person gave it, if any
   * @param agentVersion the content hash of the definition that the fork pins, which may differ
   *     from the one that the parent pinned there
   * @param submitterRole the highest role of that person; empty if none is known
   */
  record Forked(
      UUID parent,
      long sequence,
      String hash,
      List<String> calls,
      String by,
      Instant at,
      Optional<String> reason,
      String agentVersion,
      Optional<Role> submitterRole)
      implements LifecycleEvent {
    public Forked {
      calls = List.copyOf(calls);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Forked(
          parent,
          sequence,
          hash,
          calls,
          by,
          at,
          mapper.remark(reason),
          agentVersion,
          submitterRole);
    }
  }

  /**
   * A server claimed the run: for the first time, after a crash, or to continue after a wait.
   *
   * @param beside how many other runs were active in the server that died with this run, if its
   *     death says nothing about this run and costs it no attempt; else empty
   * @param losses how many servers died while this run was at work, if it therefore starts alone or
   *     is given up; else empty
   */
  record Admitted(String server, Instant at, Optional<Integer> beside, Optional<Integer> losses)
      implements LifecycleEvent {

    /** Creates an admission that counts like any other. */
    public Admitted(String server, Instant at) {
      this(server, at, Optional.empty(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The code that carried out the run failed, while its server lived on. The run is retried later.
   *
   * @param server the server that held the run
   * @param failure what failed in words, with a digest of the stack; the log has its class
   */
  record BrokeDown(String server, Failure failure, Instant at) implements LifecycleEvent {

    /** The code of the failure if the database was unavailable. */
    public static final String STORE_UNAVAILABLE = "store_unavailable";

    /** The code of the failure if the server lacked what it needs for any run. */
    public static final String SERVER_FAULT = "server_fault";

    /** Returns whether it counts as an attempt: some failures say nothing about the run. */
    public boolean costsAttempt() {
      return !failure.code().equals(STORE_UNAVAILABLE) && !failure.code().equals(SERVER_FAULT);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new BrokeDown(server, mapper.failure(failure), at);
    }
  }

  /**
   * The run waits, without thread or lease, until someone or something wakes it.
   *
   * @param until when it continues by itself; empty if it does not
   * @param explanation what the reason says
   * @param at when the wait began
   */
  record Waiting(
      String waitingFor,
      String reason,
      Optional<Instant> until,
      Explanation explanation,
      Instant at)
      implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Waiting(waitingFor, mapper.remark(reason), until, explanation, at);
    }
  }

  /** A server that shuts down released the run, unfinished and intact. This costs no attempt. */
  record HandedOver(String server) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The database accepted some of the events before this one only after failed writes. Nothing was
   * lost, but for a while the run continued without a record.
   *
   * @param failures how many writes failed
   */
  record RecordDelayed(int failures) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The state of the run after all events before this one, so that a resume reads from here on. It
   * adds nothing new.
   *
   * @param snapshot a JSON object in the form of {@code dev.reprise.run.Snapshot}
   */
  record Checkpointed(JsonValue snapshot) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this; // its contents were mapped when they were recorded
    }
  }

  /** The run ended with its answer. */
  record Completed(String output) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Completed(mapper.body(output));
    }
  }

  /** The run ended without an answer. */
  record Failed(Failure failure) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(mapper.failure(failure));
    }
  }

  /** The run was claimed again and again without progress, and was given up. */
  record DeadLettered(Failure failure) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new DeadLettered(mapper.failure(failure));
    }
  }
}
