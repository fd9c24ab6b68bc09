/**
 * What a server does on a database as companies run it: several hosts, TLS, and a pooler between.
 */
@NullMarked
package dev.reprise.crash.database;

import org.jspecify.annotations.NullMarked;
