/**
 * Runs untrusted code within hard limits.
 *
 * <p>The code is JavaScript in QuickJS, which is WebAssembly translated to Java classes. Its memory
 * is a bounded array, its endless loops end when its thread is interrupted, and it cannot name
 * anything of the host. Each script has an engine and a thread of its own, of which nothing remains
 * afterwards. Its host functions run on its caller's thread.
 */
@NullMarked
package dev.reprise.sandbox;

import org.jspecify.annotations.NullMarked;
