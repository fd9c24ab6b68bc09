package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Puts the pieces of a streamed reply together to what the reply would be in one piece, and passes
 * on text and reasoning while they come.
 */
public interface ReplyAssembly {

  /**
   * Takes the next piece, which is no error. It may be the whole reply, because some servers do not
   * stream although they are asked to.
   */
  void take(JsonNode piece);

  /** Returns whether a piece has said why the reply ended, so that nothing of it is missing. */
  boolean isWhole();

  /** Returns the reply. To be called once the stream has ended well. */
  JsonNode reply();

  /** Returns whether this is a reply of the protocol, also if it came in one piece. */
  boolean isReply(JsonNode body);
}
