/** How a client's protocol finds TLS without depending on the module that implements it. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.encryption;
