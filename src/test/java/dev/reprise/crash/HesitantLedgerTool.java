package dev.reprise.crash;

import com.fasterxml.jackson.core.JsonPointer;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Has its effect each time it is called. Its secret places are slow to determine, so time passes
 * between the intent of a call and the call itself; in that time a server may be paused. Before it
 * does anything else, the tool notes in a file that it was called: a request to the ledger would
 * take so long that a pause may fall between the call and its note.
 */
@Dependent
public class HesitantLedgerTool implements Tool {

  static final String NAME = "ledger_hesitant";

  private static final int SLOW_MILLIS = 200;

  private final LedgerClient ledger;
  private final Path notes;

  @Inject
  HesitantLedgerTool(LedgerClient ledger, @ConfigProperty(name = "reprise.test.notes") Path notes) {
    this.ledger = ledger;
    this.notes = notes;
  }

  /** Returns the line that notes that a call started under this token. */
  static String begun(String key, long token) {
    return "begun/" + token + "/" + key;
  }

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named(NAME, EffectClass.ONCE)
        .describedAs("Leaves a line in the ledger.")
        .taking(new JsonValue("{\"type\": \"object\", \"additionalProperties\": false}"))
        .in("test")
        .within(Duration.ofMinutes(5))
        .build();
  }

  @Override
  public Optional<Set<JsonPointer>> secretPlaces() {
    try {
      TimeUnit.MILLISECONDS.sleep(SLOW_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.of(Set.of());
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    try {
      String begun = begun(request.idempotencyKey(), request.fence().token());
      Files.writeString(notes, begun + "\n", StandardOpenOption.APPEND);
      return new ToolOutcome.Succeeded(ledger.write("POST", request.idempotencyKey()));
    } catch (IOException e) {
      throw new OutcomeUnknownException(NAME, "the ledger did not answer", e);
    }
  }
}
