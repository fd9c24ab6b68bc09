/** The commands about runs. */
@NullMarked
package dev.reprise.cli.run;

import org.jspecify.annotations.NullMarked;
