/** Who asks: logins, tenants, and protection against other sites. */
@NullMarked
package dev.reprise.api.identity;

import org.jspecify.annotations.NullMarked;
