/**
 * Running untrusted code within hard limits.
 *
 * <p>Code is JavaScript in QuickJS, which is WebAssembly translated to Java classes: its memory is
 * a bounded array, its endless loops end when its thread is interrupted, and nothing of the host
 * can be named in it. Each script has an engine and a thread of its own and leaves nothing behind;
 * what it asks of the host is done on its caller's thread.
 */
@NullMarked
package dev.reprise.sandbox;

import org.jspecify.annotations.NullMarked;
