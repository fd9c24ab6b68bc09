/** Replies that runs have before they begin. */
@NullMarked
package dev.reprise.run.prepaid;

import org.jspecify.annotations.NullMarked;
