/** The built-in tool that runs code in the sandbox. */
@NullMarked
package dev.reprise.tool.code;

import org.jspecify.annotations.NullMarked;
