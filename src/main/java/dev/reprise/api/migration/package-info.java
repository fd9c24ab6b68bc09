/** Migrations: what runs continue with after their agents or tools have changed. */
@NullMarked
package dev.reprise.api.migration;

import org.jspecify.annotations.NullMarked;
