/** The files to deploy with, {@code src/deploy}, fit the product and each other. */
@NullMarked
package dev.reprise.deploy;

import org.jspecify.annotations.NullMarked;
