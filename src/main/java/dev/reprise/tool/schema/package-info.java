/** The JSON Schemas of arguments, and regular expressions that cannot make a check hang. */
@NullMarked
package dev.reprise.tool.schema;

import org.jspecify.annotations.NullMarked;
