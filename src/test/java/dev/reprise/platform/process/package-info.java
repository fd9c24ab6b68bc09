@NullMarked
package dev.reprise.platform.process;

import org.jspecify.annotations.NullMarked;
