/** Built-in tools that store notes and find them again. */
@NullMarked
package dev.reprise.tool.note;

import org.jspecify.annotations.NullMarked;
