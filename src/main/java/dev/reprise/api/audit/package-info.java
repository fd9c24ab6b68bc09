/** The audit record: what people do outside of runs, recorded before it is done. */
@NullMarked
package dev.reprise.api.audit;

import org.jspecify.annotations.NullMarked;
