/** Maintenance: how admins keep servers from working on runs. */
@NullMarked
package dev.reprise.api.maintenance;

import org.jspecify.annotations.NullMarked;
