// Idiomatic echo in Go: a goroutine for each connection, with blocking reads and writes. The runtime
// parks it and waits for its socket with one epoll for all. With TCP_NODELAY, and with the largest backlog that the kernel
// allows, which are Go's defaults.
package main

import (
	"log"
	"net"
	"os"
)

const bufferSize = 4 << 10

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go-echo HOST:PORT")
	}
	listener, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go echo(connection)
	}
}

func echo(connection net.Conn) {
	defer connection.Close()
	buffer := make([]byte, bufferSize)
	for {
		count, err := connection.Read(buffer)
		if count > 0 {
			if _, gone := connection.Write(buffer[:count]); gone != nil {
				return
			}
		}
		if err != nil {
			return // the end of the stream, or the peer has disconnected: nothing left to send in either case
		}
	}
}
