package dev.reprise.mcp;

/**
 * A tool that its server declares otherwise than what is known of it. No run may have it until an
 * administrator has acknowledged the new declaration, or the server declares the tool as it was.
 *
 * @param tool its name here
 * @param digest of what the server declares now
 * @param known digest of what is known: the newest that was acknowledged or seen first, or the one
 *     that the servers file names
 * @param change what is different
 * @param description that the server gives now
 */
public record QuarantinedTool(
    String tool, String digest, String known, String change, String description) {

  /** Returns why agents do not get it. */
  String reason() {
    return ("the tool '%s' is quarantined: its server declares it otherwise than before (%s), which"
            + " an administrator has to acknowledge")
        .formatted(tool, change);
  }
}
