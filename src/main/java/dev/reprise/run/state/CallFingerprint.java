package dev.reprise.run.state;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.codec.RecordJson;
import dev.reprise.platform.CanonicalJson;
import java.util.UUID;

/**
 * The digest that recognises a repeated call: a SHA-256 or its beginning. It does not depend on the
 * call's id, on the order of its arguments' members or on the spaces between them.
 */
final class CallFingerprint {

  /** Among 256 digests of this length, two are equal by chance once in 10^15 times. */
  private static final int DIGITS = 16;

  private CallFingerprint() {}

  /** Returns the digest of a tool and its arguments. */
  static String of(ToolCall call) {
    return digest(asked(call));
  }

  /**
   * Returns the whole digest of a call as a person sees it.
   *
   * @param openings how often the call was started or a person was asked about it
   * @param terms under which people were last asked about it
   */
  static String shown(ToolCall call, int openings, ApprovalTerms terms) {
    ArrayNode parts = asked(call).add(openings);
    terms.digest().ifPresent(parts::add);
    terms.run().map(UUID::toString).ifPresent(parts::add);
    return CanonicalJson.sha256(parts);
  }

  /** Returns the digest of a tool, its arguments and the outcome of the call. */
  static String of(ToolCall call, ToolOutcome outcome) {
    ArrayNode parts = asked(call);
    switch (outcome) {
      case ToolOutcome.Succeeded done -> {
        parts.add("succeeded").add(done.content());
        for (Block.Image image : done.images()) {
          parts.add(image.source()).add(image.mediaType());
        }
      }
      case ToolOutcome.Failed(Failure failure) ->
          parts.add("failed").add(failure.code()).add(failure.message());
    }
    return digest(parts);
  }

  private static ArrayNode asked(ToolCall call) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(call.tool())
        .add(RecordJson.tree(call.arguments().text()));
  }

  private static String digest(ArrayNode parts) {
    return CanonicalJson.sha256(parts).substring(0, DIGITS);
  }
}
