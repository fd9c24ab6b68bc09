/** What the command line prints: tables, JSON, YAML, exit codes; pure functions of answers. */
@NullMarked
package dev.reprise.cli.output;

import org.jspecify.annotations.NullMarked;
