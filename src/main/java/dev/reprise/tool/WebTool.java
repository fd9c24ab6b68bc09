package dev.reprise.tool;

/** A tool that sends what it is given to the host of the URL that its argument {@code url} is. */
public interface WebTool extends Tool {}
