/** TLS as a decorator of protocols, on any engine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.tls;
