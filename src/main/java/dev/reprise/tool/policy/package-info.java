/** The operator's rules for tools. */
@NullMarked
package dev.reprise.tool.policy;

import org.jspecify.annotations.NullMarked;
