package dev.reprise.mcp;

/**
 * A tool whose declaration by its server has changed. No run may use it until an administrator
 * acknowledges the new declaration, or the server declares the tool as before.
 *
 * @param tool the tool's name here
 * @param digest the digest of the present declaration
 * @param known the digest of the accepted declaration: the newest that was acknowledged or seen
 *     first, or the one in the servers file
 * @param change what is different
 * @param description the server's present description
 */
public record QuarantinedTool(
    String tool, String digest, String known, String change, String description) {

  /** Returns why agents cannot use the tool. */
  String reason() {
    return ("the tool '%s' is quarantined: its server declares it otherwise than before (%s), which"
            + " an administrator has to acknowledge")
        .formatted(tool, change);
  }
}
