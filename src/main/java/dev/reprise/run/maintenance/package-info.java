/** Maintenance: servers that admins keep from working on runs, until they end it. */
@NullMarked
package dev.reprise.run.maintenance;

import org.jspecify.annotations.NullMarked;
