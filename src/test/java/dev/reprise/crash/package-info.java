/**
 * What no crash and no operator may break: runs on a real server that is killed, stopped and
 * administered, with every effect counted in files outside it.
 */
@NullMarked
package dev.reprise.crash;

import org.jspecify.annotations.NullMarked;
