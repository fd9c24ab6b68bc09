/** The built-in tool that queries databases, and the checks that keep its queries from writing. */
@NullMarked
package dev.reprise.tool.sql;

import org.jspecify.annotations.NullMarked;
