/** A study in one file. */
@org.jspecify.annotations.NullMarked
package example.onethread;
