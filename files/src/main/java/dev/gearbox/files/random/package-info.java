/** Ways of reading blocks of a file in any order. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.random;
