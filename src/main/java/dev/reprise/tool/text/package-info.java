/** How tools write their results: Markdown, and remarks on what a result leaves out. */
@NullMarked
package dev.reprise.tool.text;

import org.jspecify.annotations.NullMarked;
