/** Maintenance: servers that admins keep from working on runs, until they end it. */
@NullMarked
package dev.reprise.operations.maintenance;

import org.jspecify.annotations.NullMarked;
