package dev.reprise.mcp;

/**
 * A tool that is not offered: its server lists it and it cannot be used here, or the file of
 * servers has settings for it and its server does not list it.
 *
 * @param tool its name at the server, without control characters and cut to 80; empty if it has
 *     none
 * @param reason why it is not offered
 */
public record LeftOutTool(String tool, String reason) {}
