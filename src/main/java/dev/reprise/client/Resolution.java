package dev.reprise.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.util.Optional;

/**
 * What a person says about a call whose outcome is unknown.
 *
 * @param result of a call that succeeded; empty for others
 * @param evidence how the person knows, for the record
 */
public record Resolution(Verdict verdict, Optional<String> result, String evidence) {

  /** What became of the call. */
  public enum Verdict {
    /** It happened. */
    SUCCEEDED,
    /** It did not happen, and must not be made again: the model is told. */
    FAILED,
    /** It did not happen, and is made again. */
    RETRY
  }

  ObjectNode json() {
    ObjectNode json = ClientJson.object().put("verdict", verdict.name()).put("evidence", evidence);
    result.ifPresent(it -> json.put("result", it));
    return json;
  }
}
