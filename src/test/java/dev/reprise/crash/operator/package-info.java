/**
 * What operators do and see. They may stop, restart and start the jobs of runs, and no run suffers;
 * the command line, metrics, traces and streams tell them what happens, and retention erases what
 * they want erased.
 */
@NullMarked
package dev.reprise.crash.operator;

import org.jspecify.annotations.NullMarked;
