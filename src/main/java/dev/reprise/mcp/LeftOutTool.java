package dev.reprise.mcp;

/**
 * A tool that its server lists and that cannot be used here.
 *
 * @param tool its name at the server, without control characters and cut to 80; empty if it has
 *     none
 * @param reason why it is not offered
 */
public record LeftOutTool(String tool, String reason) {}
