/**
 * No client, tenant, tool or intruder ends a server, keeps it from others, learns a secret or has a
 * forged record carried out. Servers have the size that is shipped.
 */
@NullMarked
package dev.reprise.crash.hostile;

import org.jspecify.annotations.NullMarked;
