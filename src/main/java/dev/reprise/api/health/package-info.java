/** MicroProfile Health: startup, liveness and readiness. */
@NullMarked
package dev.reprise.api.health;

import org.jspecify.annotations.NullMarked;
