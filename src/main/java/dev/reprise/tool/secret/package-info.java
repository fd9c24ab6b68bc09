/** Secrets that tools use and models never see. */
@NullMarked
package dev.reprise.tool.secret;

import org.jspecify.annotations.NullMarked;
