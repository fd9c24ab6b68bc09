package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/** A tool whose effect is a line in the {@link Ledger}; each effect class has one such tool. */
public abstract class LedgerTool implements Tool {

  private final ToolDeclaration declaration;
  private final String method;
  private final LedgerClient ledger;
  private final CrashPlan plan;

  /**
   * @param method what the tool does to the ledger
   */
  LedgerTool(EffectClass effect, String method, LedgerClient ledger, CrashPlan plan) {
    this.declaration =
        ToolDeclaration.named(name(effect), effect)
            .describedAs("Leaves a line in the ledger.")
            .taking(new JsonValue("{\"type\": \"object\", \"additionalProperties\": false}"))
            .in("test")
            .within(Duration.ofMinutes(5))
            .build();
    this.method = method;
    this.ledger = ledger;
    this.plan = plan;
  }

  /** Returns the name of the tool for an effect class. */
  static String name(EffectClass effect) {
    return "ledger_" + effect.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String key = request.idempotencyKey();
    UUID run = UUID.fromString(key.substring(0, key.indexOf('/')));
    plan.reach(run, CrashPoint.AFTER_INTENT);
    try {
      String answer = ledger.write(method, key);
      plan.reach(run, CrashPoint.AFTER_EFFECT);
      return new ToolOutcome.Succeeded(answer);
    } catch (IOException e) {
      throw new OutcomeUnknownException(declaration.name(), "the ledger did not answer", e);
    }
  }
}
