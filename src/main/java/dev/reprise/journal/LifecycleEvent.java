package dev.reprise.journal;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An event about a run as a whole. */
public sealed interface LifecycleEvent extends RunEvent {

  /**
   * A client asked for the run.
   *
   * @param agent the agent's name
   * @param agentVersion the content hash of the definition that the run keeps to its end
   * @param workspace the name of the directory tree given to the run
   * @param tools as the server declared them that took the run in, those that some phase grants;
   *     empty for a run that is older than this, which keeps none
   * @param delegation for which call of another run it works, if it does
   * @param submitterRole the highest role of that person; empty if none is known, and for a run
   *     that is older than this
   */
  record Submitted(
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy,
      Optional<List<PinnedTool>> tools,
      Optional<Delegation> delegation,
      Optional<Role> submitterRole)
      implements LifecycleEvent {

    public Submitted {
      tools = tools.map(List::copyOf);
    }

    /** Makes one of a run that works for no other, for somebody of whom no role is known. */
    public Submitted(
        String agent,
        String agentVersion,
        JsonValue input,
        String workspace,
        String submittedBy,
        Optional<List<PinnedTool>> tools) {
      this(
          agent,
          agentVersion,
          input,
          workspace,
          submittedBy,
          tools,
          Optional.empty(),
          Optional.empty());
    }

    public Submitted(
        String agent, String agentVersion, JsonValue input, String workspace, String submittedBy) {
      this(agent, agentVersion, input, workspace, submittedBy, Optional.empty());
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
   *     from the one that the parent pinned there; empty in forks from before this member
   * @param submitterRole the highest role of that person; empty if none is known, and in forks from
   *     before this member
   */
  record Forked(
      UUID parent,
      long sequence,
      String hash,
      List<String> calls,
      String by,
      Instant at,
      Optional<String> reason,
      Optional<String> agentVersion,
      Optional<Role> submitterRole)
      implements LifecycleEvent {
    public Forked {
      calls = List.copyOf(calls);
    }

    /** Makes one as it was before forks said which version they keep, and for what role. */
    public Forked(
        UUID parent,
        long sequence,
        String hash,
        List<String> calls,
        String by,
        Instant at,
        Optional<String> reason) {
      this(parent, sequence, hash, calls, by, at, reason, Optional.empty(), Optional.empty());
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
   * A server took the run on: at first, after a crash, or to go on after a wait.
   *
   * @param beside how many other runs the server had in hand that ended with this one, where its
   *     end says nothing about this run, and costs it no attempt; else empty
   * @param losses how many servers in a row have ended with this run in hand, where that is held
   *     against it, as it was kept apart; else empty
   */
  record Admitted(String server, Instant at, Optional<Integer> beside, Optional<Integer> losses)
      implements LifecycleEvent {

    /** Makes an admission that counts like any other. */
    public Admitted(String server, Instant at) {
      this(server, at, Optional.empty(), Optional.empty());
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * What carried the run out broke down, and its server lived on; the run is tried again later.
   *
   * @param server that had the run in hand
   * @param failure what broke down: class, message and a digest of the stack
   */
  record BrokeDown(String server, Failure failure, Instant at) implements LifecycleEvent {

    /** What the failure is called where the run was not even read, as its store was away. */
    public static final String STORE_UNAVAILABLE = "store_unavailable";

    /** Returns whether it says anything about the run. */
    public boolean costsAttempt() {
      return !failure.code().equals(STORE_UNAVAILABLE);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new BrokeDown(server, mapper.failure(failure), at);
    }
  }

  /**
   * The run waits, without thread or lease, until someone or something wakes it.
   *
   * @param until when it goes on by itself; empty if it only does for someone
   */
  record Waiting(String waitingFor, String reason, Optional<Instant> until)
      implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Waiting(waitingFor, mapper.remark(reason), until);
    }
  }

  /** A server that shuts down gave the run back, unfinished and unharmed; this costs no attempt. */
  record HandedOver(String server) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The database took some of the events before this one only after it had failed; nothing was
   * lost, but for a while the run went on without a record of what it did.
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
   * What all events before this one add up to: a resume reads from here on. It says nothing new.
   *
   * @param snapshot a JSON object of the {@code run} room
   */
  record Checkpointed(JsonValue snapshot) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this; // made of what was mapped when it was recorded
    }
  }

  /** The run ended with its answer. */
  record Completed(String output) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Completed(mapper.body(output));
    }
  }

  /** The run ended without one. */
  record Failed(Failure failure) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(mapper.failure(failure));
    }
  }

  /** The run was taken on again and again without a step forward, and was given up. */
  record DeadLettered(Failure failure) implements LifecycleEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new DeadLettered(mapper.failure(failure));
    }
  }
}
