/**
 * What no crash and no operator may break: runs on a real server that is killed, stopped and
 * administered. Files outside the server count every effect.
 */
@NullMarked
package dev.reprise.crash;

import org.jspecify.annotations.NullMarked;
