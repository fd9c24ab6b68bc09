/** Putting artifacts away that are not called any more. */
@NullMarked
package dev.reprise.artifact.maintenance;

import org.jspecify.annotations.NullMarked;
