/** A study of one file. */
@org.jspecify.annotations.NullMarked
package example.onethread;
