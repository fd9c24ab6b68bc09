package dev.reprise.journal;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.task.CodeRun;
import java.math.BigDecimal;

/** What an attempt at a tool call has done or cost, directly before its outcome. */
public sealed interface AttemptEvent extends ToolCallEvent {

  /** An attempt has run generated code, directly before its outcome. */
  record CodeRan(String phase, int iteration, String callId, CodeRun code) implements AttemptEvent {
    public CodeRan(CallLocation call, CodeRun code) {
      this(call.phase(), call.iteration(), call.callId(), code);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The tool reported what an attempt did cost, directly before its outcome.
   *
   * @param usd in US dollars, with what it reported before in the attempt; at least 0
   * @param counted what the budget has counted since the attempt started, in US dollars; the
   *     difference counts from now on
   */
  record Charged(String phase, int iteration, String callId, BigDecimal usd, BigDecimal counted)
      implements AttemptEvent {

    public Charged(CallLocation call, BigDecimal usd, BigDecimal counted) {
      this(call.phase(), call.iteration(), call.callId(), usd, counted);
    }

    /** Returns what the attempt did cost beyond what was counted; below 0 if it was cheaper. */
    public BigDecimal difference() {
      return usd.subtract(counted);
    }

    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }
}
