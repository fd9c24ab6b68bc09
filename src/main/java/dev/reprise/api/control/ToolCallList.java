package dev.reprise.api.control;

import java.util.List;

/**
 * The calls of the model's newest reply that the run has not answered yet; none between replies.
 */
public record ToolCallList(List<ToolCallView> items) {}
