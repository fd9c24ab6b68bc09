/** What people mark runs with, to find them again. */
@NullMarked
package dev.reprise.run.label;

import org.jspecify.annotations.NullMarked;
